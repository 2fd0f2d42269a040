import type { BrowserError } from '../../contract/launches/test-details.ts'
import { withoutAnsi } from './ansi.ts'

/** Returns the text of a console message or an uncaught error, or what was requested and how it failed. */
export const browserErrorText = (item: BrowserError): string =>
  item.kind === 'request'
    ? [item.status, item.method, item.url, item.failure].filter((part) => part !== null).join(' ')
    : withoutAnsi(item.text)
