import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SECRET_MASK, type EffectiveVariable } from '../../../contract/settings/variables.ts'
import { Markdown } from '../../../views/ui/markdown/markdown.tsx'
import { CaseVariables } from '../../../views/runs/execution/case-variables.tsx'
import { DisplayedText } from '../../../views/ui/markdown/text-display.ts'

const variables: EffectiveVariable[] = [
  { key: 'BASE_URL', value: 'https://shop.test', secret: false, source: 'environment' },
  { key: 'USER', value: '<b>lea</b>', secret: false, source: 'project' },
  { key: 'TOKEN', value: SECRET_MASK, secret: true, source: 'environment' },
  { key: 'SCRIPT', value: 'javascript:alert(1)', secret: false, source: 'project' },
]
const shown = (markdown: string) =>
  renderToStaticMarkup(
    <CaseVariables variables={new Map(variables.map((one) => [one.key, one]))} environment="Staging">
      <Markdown>{markdown}</Markdown>
    </CaseVariables>,
  )
const marks = (markup: string) =>
  [...markup.matchAll(/<mark[^>]*data-tip="([^"]*)"[^>]*>([^<]*)<\/mark>/g)].map(([, tip, text]) => [text, tip])

test('[ENVS-10] marks values with their source, masks secrets and flags unknown references', () => {
  const markup = shown('Sign in to {{BASE_URL}} as **{{USER}}** with {{TOKEN}} and {{NOBODY}}')
  expect(marks(markup)).toEqual([
    ['https://shop.test', 'BASE_URL of the environment Staging'],
    ['&lt;b&gt;lea&lt;/b&gt;', 'USER of the project'],
    [SECRET_MASK, 'TOKEN, a secret of the environment Staging'],
    ['{{NOBODY}}', 'There is no variable NOBODY here'],
  ])
  expect(/<mark[^>]*data-unknown[^>]*>([^<]*)/.exec(markup)?.[1]).toBe('{{NOBODY}}')
})

test('replaces references in code, lists, tables and addresses of links', () => {
  const markup = shown(
    '- `curl {{BASE_URL}}`\n\n```\nGET {{BASE_URL}}\n```\n\n|a|\n|-|\n|{{BASE_URL}}|\n\n[cart]({{BASE_URL}}/cart)',
  )
  expect(marks(markup)).toHaveLength(3)
  expect(markup).toContain('href="https://shop.test/cart"')
})

test('a value cannot make a link that runs a script', () => expect(shown('[open]({{SCRIPT}})')).not.toContain('href'))

test('leaves references as typed where no variables are provided', () => {
  expect(renderToStaticMarkup(<Markdown>{'Open {{BASE_URL}}'}</Markdown>)).toContain('Open {{BASE_URL}}')
  expect(renderToStaticMarkup(<DisplayedText>{'{{BASE_URL}}'}</DisplayedText>)).toBe('{{BASE_URL}}')
})
