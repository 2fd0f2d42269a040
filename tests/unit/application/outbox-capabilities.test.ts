import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { definitionOf } from '../../../store/outbox/definition.ts'
import '../../../views/application/outbox/capabilities.ts'
import { unsentTextsOf } from '../../../views/shell/unsent/unsent-text.ts'

const OUTBOX = new URL('../../../store/outbox/', import.meta.url)
const capabilities = readdirSync(OUTBOX).filter((name) => existsSync(new URL(`${name}/definition.ts`, OUTBOX)))

test('finds the capabilities of the outbox', () => expect(capabilities).toContain('runs'))

test.each(capabilities)('changes of %s are sent, described and copied by the list of unsent changes', (capability) => {
  const stream = `${capability}:1`
  expect(definitionOf(stream)?.capability).toBe(capability)
  expect(unsentTextsOf({ stream, projectKey: 'SHOP' })).toMatchObject({
    text: expect.any(Function) as unknown,
    what: expect.any(Function) as unknown,
  })
})
