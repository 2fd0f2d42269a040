import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListStates, stateOfLoaded } from '../../../views/shared/lists/list-states.tsx'

const UNANSWERED = { value: null, failure: null, isLoading: true, retry: () => undefined }
const itemsOf = ({ items }: { items: readonly string[] }) => items

const shown = (resource: Parameters<typeof stateOfLoaded<{ items: readonly string[] }, string>>[0]) =>
  renderToStaticMarkup(
    <ListStates title="Tokens" list={stateOfLoaded(resource, itemsOf)} empty="There are no tokens">
      {(rows) => (rows === null ? 'Loading' : rows.join(', '))}
    </ListStates>,
  )

test('a list that is loaded whole is loading, then shows its rows or that there are none', () => {
  expect(shown(UNANSWERED)).toBe('Loading')
  expect(shown({ ...UNANSWERED, value: { items: ['ci', 'nightly'] } })).toBe('ci, nightly')
  expect(shown({ ...UNANSWERED, value: { items: [] } })).toBe('There are no tokens')
})

test('a list says why it did not load, and keeps its rows when a reload fails', () => {
  const failure = new Error('The server did not answer')
  expect(shown({ ...UNANSWERED, failure })).toMatch(/Tokens did not load.*Retry/)
  expect(shown({ ...UNANSWERED, value: { items: ['ci'] }, failure })).toBe('ci')
})
