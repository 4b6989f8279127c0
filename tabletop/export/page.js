"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const { frames, lines } = JSON.parse(find("game").textContent);
  const parts = find("parts").content.firstElementChild.children;
  const board = find("board"), slider = find("slider"), last = frames.length - 1;
  const items = find("moves").children;
  let at = -1;

  function show(number) {
    number = Math.max(0, Math.min(last, number));
    if (number === at) return;
    if (items[at]) items[at].removeAttribute("aria-current");
    at = number;
    const frame = frames[at];
    board.replaceChildren(...frame.board.map((part) => parts[part].cloneNode(true)));
    board.setAttribute("aria-label", frame.alt);
    for (const id of ["move", "comment", "advice", "status"]) find(id).textContent = frame[id];
    find("words").replaceChildren(...frame.words.map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = lines[line];
      return paragraph;
    }));
    (frame.points || []).forEach((points, seat) => { find("points-" + seat).textContent = points; });
    for (const cursor of document.getElementsByClassName("cursor")) {
      cursor.setAttribute("x1", frame.x);
      cursor.setAttribute("x2", frame.x);
    }
    slider.value = at;
    slider.setAttribute("aria-valuetext", frame.move);
    find("place").textContent = at + " of " + last;
    for (const id of ["first", "back"]) find(id).disabled = at === 0;
    for (const id of ["next", "last"]) find(id).disabled = at === last;
    const item = items[at], list = item.closest(".list");
    item.setAttribute("aria-current", "true");
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  function go(number) {
    show(number);
    history.replaceState(null, "", "#" + at);
  }

  const steps = {
    ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => last,
    first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last,
  };
  document.addEventListener("keydown", (event) => {
    if (!steps[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    go(steps[event.key]());
  });
  for (const id of ["first", "back", "next", "last"]) find(id).addEventListener("click", () => go(steps[id]()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const graph of document.getElementsByClassName("graph")) {
    graph.addEventListener("click", (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(graph.getScreenCTM().inverse());
      const [left, right] = [frames[0].x, frames[last].x];
      go(Math.round((place.x - left) / (right - left) * last));
    });
  }
  const follow = () => show(parseInt(location.hash.slice(1), 10) || 0);
  addEventListener("hashchange", follow);
  follow();
})();
