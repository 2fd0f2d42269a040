/** The launch of the focused or hovered row: target of plain-key shortcuts. */
export const focusedLaunch = (): number | null => {
  const row =
    document.activeElement?.closest<HTMLElement>('[data-launch]') ??
    [...document.querySelectorAll<HTMLElement>('[data-launch]:hover')].at(-1)
  return row === undefined ? null : Number(row.dataset['launch'])
}
