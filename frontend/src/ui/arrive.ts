/**
 * What comes by itself, and takes away what had the focus: a page, a part of one. Its heading takes the focus, so that
 * a screen reader says where one is and Tab goes on from there. It is taken from nobody: only where it has been lost.
 */

let isFirstPage = true;

/** For the heading of a page. The first one of a tab leaves things to the browser. */
export function arrive(heading: HTMLElement): void {
  if (isFirstPage) isFirstPage = false;
  else takeLostFocus(heading);
}

export function takeLostFocus(element: HTMLElement | null | undefined): void {
  // Only then has what was there before been taken away.
  queueMicrotask(() => {
    if (element == null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  });
}
