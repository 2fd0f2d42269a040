/** Test cases for the command palette, best match first. */
import { ListChecks } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { searchTestCases } from '../../../contract/cases/cases.ts'
import type { Send } from '../../../services/http/http.ts'
import type { Command } from './commands.ts'
import { testCaseHref } from '../../shared/routes.ts'

const MAX = 8

export const findCases = async (send: Send, projectKey: string, q: string): Promise<Command[]> => {
  const { items } = await send(searchTestCases, { params: { projectKey }, query: { q, limit: MAX } })
  return items.map(({ id, key, title, highlights }) => {
    // Matches in the title are marked there; otherwise the first other match is shown.
    const own = highlights.find((one) => plain(one) === title)
    const other = highlights.find((one) => plain(one) !== title)
    return {
      id: `case-${id}`,
      label: `${key} ${title}`,
      words: (
        <>
          <code>{key}</code> {marked(own ?? title)}
        </>
      ),
      // Strips Markdown syntax.
      ...(other === undefined ? {} : { detail: marked(other.replaceAll(/\*\*|`/g, '')) }),
      group: 'Test cases',
      icon: <ListChecks aria-hidden />,
      href: testCaseHref(projectKey, id),
    }
  })
}

const plain = (text: string): string => text.replaceAll('[[', '').replaceAll(']]', '')

/** `[[` and `]]` enclose matches. */
const marked = (text: string): ReactNode =>
  text.split('[[').map((part, i) => {
    const end = i === 0 ? -1 : part.indexOf(']]')
    if (end === -1) return <Fragment key={i}>{i === 0 ? part : `[[${part}`}</Fragment>
    return (
      <Fragment key={i}>
        <mark>{part.slice(0, end)}</mark>
        {part.slice(end + 2)}
      </Fragment>
    )
  })
