/** Joins the class names that are there: CSS modules type each name as possibly absent. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
