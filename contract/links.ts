/** Characters that browsers ignore when they parse the scheme of a URL. */
const IGNORED = /[\u0000-\u0020\u007f-\u009f]+/g

/**
 * Returns whether a browser would run the text as script, or open it as a document of its own, when it is the URL of a link. Such texts are
 * rejected wherever a URL is stored.
 */
export const isScriptAddress = (text: string): boolean =>
  // The first characters are enough to find the scheme. A text padded with more ignored characters is rejected because of its padding.
  /^(?:javascript:|vbscript:|data:[^,]{0,200}[,;/])/i.test(text.slice(0, 2_000).replace(IGNORED, ''))

/** Returns whether the text is an http(s) URL. Only such texts become the `href` of a link, even if another one is stored. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Returns whether the text is an http(s) URL without credentials, query and fragment, to which paths can be added. */
export const isPlainAddress = (text: string): boolean => {
  if (!isWebAddress(text) || !URL.canParse(text)) return false
  const { username, password, hash, search } = new URL(text)
  return username === '' && password === '' && hash === '' && search === ''
}

export const SCRIPT_ADDRESS = 'Must not be an address that runs as script or holds its own content'

/** Path of the documentation, which the server offers beside the application. */
export const HELP = '/help/'
