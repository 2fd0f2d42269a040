/** Elements that editors of test tools write. A cell with any other element is no HTML text, but text about HTML. */
const KNOWN =
  /^(?:p|br|div|ol|ul|li|dl|dt|dd|strong|b|em|i|u|s|strike|del|ins|mark|small|big|span|font|center|h[1-6]|pre|code|kbd|samp|tt|blockquote|q|cite|abbr|section|article|figure|figcaption|picture|table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|hr|sub|sup|a|img)$/
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})((?:\s[^<>]{0,2000})?)\s{0,9}(\/?)>/g
/** What editors keep of a clipboard: comments, and elements of Word such as `<o:p>`. */
const LEFTOVERS = /<!--[\s\S]{0,20000}?-->|<\/?[a-z]{1,9}:[a-z]{1,15}(?:\s[^<>]{0,2000})?\/?>/gi
const WRITTEN_BY_EDITORS =
  /<br\s{0,9}\/?>|<\/(?:p|div|ol|ul|li|strong|b|em|i|u|span|h[1-6]|pre|code|blockquote|table)>/i

/** Names of the characters from U+00A0 to U+00FF, in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const ENTITIES: Record<string, string> = {
  ...Object.fromEntries(LATIN_1.split(' ').map((name, i) => [name, String.fromCodePoint(0xa0 + i)])),
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
  larr: '←',
  bull: '•',
  euro: '€',
}

/** Returns a cell with the HTML of an editor as Markdown; any other text as it is. */
export const withoutHtml = (text: string): string => {
  if (!text.includes('<') || !WRITTEN_BY_EDITORS.test(text)) return text
  const html = text.replaceAll(LEFTOVERS, '')
  for (const [, , name = ''] of html.matchAll(TAG)) if (!KNOWN.test(name.toLowerCase())) return text
  return markdownOf(html)
}

const markdownOf = (html: string): string => {
  const lists: { isOrdered: boolean; count: number }[] = []
  const links: string[] = []
  const lines = ['']
  const add = (text: string) => (lines[lines.length - 1] += text)
  /** Number of open `pre` elements, whose line breaks count. */
  let preformatted = 0
  const addText = (text: string) => {
    if (preformatted === 0) return add(decoded(text.replaceAll(/\s+/g, ' ')))
    const [line = '', ...others] = text.split('\n').map(decoded)
    add(line)
    lines.push(...others)
  }
  const isBlank = (line: string | undefined) => line !== undefined && line.trim() === ''
  const startLine = () => {
    if (!isBlank(lines.at(-1))) lines.push('')
  }
  const startParagraph = () => {
    startLine()
    if (lines.length > 1 && !isBlank(lines.at(-2))) lines.push('')
  }
  let end = 0
  for (const { index, 0: tag, 1: slash, 2: element = '', 3: attributes = '' } of html.matchAll(TAG)) {
    addText(html.slice(end, index))
    end = index + tag.length
    const name = element.toLowerCase()
    const isEnd = slash === '/'
    switch (name) {
      case 'br':
        lines.push('')
        break
      case 'strong':
      case 'b':
        add('**')
        break
      case 'em':
      case 'i':
        add('*')
        break
      case 'code':
        add('`')
        break
      case 'pre':
        preformatted = Math.max(0, preformatted + (isEnd ? -1 : 1))
        startLine()
        break
      case 'ol':
      case 'ul':
        if (isEnd) lists.pop()
        else lists.push({ isOrdered: name === 'ol', count: 0 })
        startLine()
        break
      case 'li': {
        startLine()
        const list = lists.at(-1)
        if (isEnd) break
        if (list !== undefined) list.count += 1
        add('   '.repeat(Math.max(0, lists.length - 1)) + (list?.isOrdered === true ? `${list.count}. ` : '- '))
        break
      }
      case 'td':
      case 'th':
        if (isEnd) add(' ')
        break
      case 'a':
        if (!isEnd) links.push(webAddress(HREF.exec(attributes)?.[2]))
        add(isEnd ? closedLink(links.pop()) : links.at(-1) === '' ? '' : '[')
        break
      case 'img': {
        const address = webAddress(SRC.exec(attributes)?.[2])
        add(address === '' ? '(a picture was not imported)' : `![](${address})`)
        break
      }
      default:
        if (INLINE.has(name)) break
        // Inside a list item, its marker and the paragraph share a line.
        if (MARKER.test(lines.at(-1) ?? '')) break
        if (name === 'p' && lists.length === 0 && !isEnd) startParagraph()
        else startLine()
    }
  }
  addText(html.slice(end))
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** Elements that are left out; those that are neither here nor in the table above start a line. */
const INLINE = new Set(
  'span font u s strike del ins mark small big sub sup kbd samp tt q cite abbr picture col colgroup'.split(' '),
)
const MARKER = /^ *(?:-|\d{1,4}\.) $/
const HREF = /\shref=(["'])(.*?)\1/i
const SRC = /\ssrc=(["'])(.*?)\1/i

const closedLink = (address: string | undefined): string =>
  address === undefined || address === '' ? '' : `](${address})`

/** Web addresses only: others could run a script. */
const webAddress = (written: string | undefined): string => {
  const address = decoded(written ?? '')
  return /^https?:\/\/[^\s()]+$/i.test(address) ? address : ''
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (entity, decimal, hex, name: string) => {
    const code = decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal)
    if (code === null) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? entity
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : entity
  })
