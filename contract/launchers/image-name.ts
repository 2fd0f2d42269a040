const HOST = /^(?:[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?$/i
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/
const TAG = /^\w[\w.-]{0,127}$/
const DIGEST = /^[a-z][a-z0-9+._-]{0,31}:[0-9a-f]{32,128}$/i
const LONGEST = 255

/**
 * Returns whether the text names an image in the grammar of registries (github.com/distribution/reference):
 * `[host/]path[:tag][@digest]`. Anything else would reach other addresses of the container service, as `../../etc` does.
 */
export const isImageName = (text: string): boolean => {
  const [named = '', digest, ...more] = text.split('@')
  if (more.length > 0 || text.length > LONGEST || (digest !== undefined && !DIGEST.test(digest))) return false
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  if (colon !== -1 && !TAG.test(named.slice(colon + 1))) return false
  const [first = '', ...rest] = (colon === -1 ? named : named.slice(0, colon)).split('/')
  // The first part is a host if it cannot be part of a path on the default registry.
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase())
  return (
    (isHost ? HOST.test(first) && rest.length > 0 : COMPONENT.test(first)) && rest.every((part) => COMPONENT.test(part))
  )
}
