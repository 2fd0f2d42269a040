/** Gives an element the words of its tooltip as it is pointed at or focused: of hundreds of rows few ever are. */
export const showTip = (element: HTMLElement, words: string): void => {
  element.dataset['tip'] = words
}
