/** Joins defined class names: CSS modules type each name as possibly undefined. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
