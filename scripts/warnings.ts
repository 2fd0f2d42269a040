/** Forwards the bundler's warnings, except that "use client" has no effect: we bundle no server components. */
export const onwarn = (warning: { code?: string }, warn: (warning: never) => void): void => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never)
}
