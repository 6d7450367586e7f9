/**
 * While an input method composes, its keys belong to it alone: none of them sends, picks, closes or moves anything. Safari
 * says so of the Enter that ends a composition only by the old key code.
 */
export function keepInputMethodKeys(): void {
  const keep = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, true)
}
