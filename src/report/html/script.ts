// The page's only script: it chooses steps by key and by link; without it they open one by one.

/** Runs as it stands, so that the page's policy can name its hash. */
export const script = `
'use strict';
(() => {
  const stepOf = (node) => node && node.closest('details.step');
  const stepsOf = (step) => [...step.closest('ol').querySelectorAll('details.step')];
  const remember = (id) => {
    try { history.replaceState(null, '', '#' + id); } catch { /* a page in a frame has no history */ }
  };
  const mark = (step) => {
    for (const each of stepsOf(step)) {
      const summary = each.querySelector('summary');
      if (each.open) summary.setAttribute('aria-current', 'step');
      else summary.removeAttribute('aria-current');
    }
  };
  const choose = (step) => {
    for (const each of stepsOf(step)) each.open = each === step;
    mark(step);
  };
  const follow = () => {
    let id;
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id && document.getElementById(id);
    const step = stepOf(target);
    if (!step) return;
    choose(step);
    step.scrollIntoView({ block: 'nearest' });
    step.querySelector('summary').focus({ preventScroll: true });
  };
  const moves = {
    ArrowDown: (at) => at + 1, ArrowRight: (at) => at + 1,
    ArrowUp: (at) => at - 1, ArrowLeft: (at) => at - 1,
    Home: () => 0, End: (at, last) => last,
  };
  for (const list of document.querySelectorAll('ol.steps')) {
    list.addEventListener('keydown', (event) => {
      const move = moves[event.key];
      const summary = event.target.closest('details.step > summary');
      if (!move || !summary || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const steps = stepsOf(summary);
      const step = steps[move(steps.indexOf(stepOf(summary)), steps.length - 1)];
      if (!step) return;
      choose(step);
      remember(step.querySelector('.state').id);
      step.querySelector('summary').focus();
    });
    list.addEventListener('click', (event) => {
      const summary = event.target.closest('details.step > summary');
      if (!summary || stepOf(summary).open) return;
      event.preventDefault();
      choose(stepOf(summary));
      remember(stepOf(summary).querySelector('.state').id);
    });
  }
  addEventListener('hashchange', follow);
  follow();
})();
`;
