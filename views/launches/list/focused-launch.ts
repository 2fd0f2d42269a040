/** The launch whose row the focus or else the pointer is on: what a plain key is about. */
export const focusedLaunch = (): number | null => {
  const row =
    document.activeElement?.closest<HTMLElement>('[data-launch]') ??
    [...document.querySelectorAll<HTMLElement>('[data-launch]:hover')].at(-1)
  return row === undefined ? null : Number(row.dataset['launch'])
}
