/** Passes the bundler's warnings on, except that "use client" has no effect: no bundle of ours has server components. */
export const onwarn = (warning: { code?: string }, warn: (warning: never) => void): void => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never)
}
