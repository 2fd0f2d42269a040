const MAX_NAME = 120

/** Returns a file name that is valid on every system: other characters become `_`. May be empty. */
export const fileNameOf = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed()

/** Content-Disposition for a download. `plain`: ASCII fallback of the name. */
export const attachmentNamed = (name: string, plain: string): string =>
  `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
