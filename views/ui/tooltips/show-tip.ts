/** Sets an element's tooltip text on hover or focus, because few of hundreds of rows are ever hovered. */
export const showTip = (element: HTMLElement, words: string): void => {
  element.dataset['tip'] = words
}
