const NAME_MOST = 120

/** Returns a name that every system takes for a file: characters that some do not take become `_`. Empty where nothing is left of it. */
export const fileNameOf = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, '_')
    .trim()
    .slice(0, NAME_MOST)
    .toWellFormed()

/** Header that makes a browser save an answer under a name. `plain` is for clients that read only ASCII. */
export const attachmentNamed = (name: string, plain: string): string =>
  `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
