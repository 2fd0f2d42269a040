import { expect, test } from 'vitest'
import { FEATURES, type Feature, type Role } from '../../../contract/access.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { OtherFace } from '../../../views/cases/list/other-face.tsx'
import { renderedAs } from '../support/rendered-as.tsx'

const nothing = () => undefined
const actions = { onCreate: nothing, onImport: nothing, onClear: nothing, onRetry: nothing }
const empty = (role: Role, canWrite: boolean, features?: readonly Feature[]) =>
  renderedAs(
    role,
    <OtherFace face="empty" canWrite={canWrite} failure={null} isRetrying={false} {...actions} />,
    features,
  )

test('[TREE-17] [TREE-44] an empty repository offers a suite and an import to writers, without the import feature only a suite', async () => {
  const markup = await empty('ENGINEER', true)
  for (const part of [TEXTS.repositoryEmpty, 'Create test suite', '>Import<']) expect(markup).toContain(part)
  const without = await empty(
    'ENGINEER',
    true,
    FEATURES.filter((feature) => feature !== 'test-repository-import'),
  )
  expect(without).toContain('Create test suite')
  expect(without).not.toContain('Import')
})

test('[TREE-44] an empty repository offers nothing to guests', async () => {
  const markup = await empty('GUEST', false)
  expect(markup).toContain(TEXTS.repositoryEmpty)
  expect(markup).not.toContain('<button')
})

test('[TREE-46] a search without a match offers to clear the filters', async () => {
  const markup = await renderedAs(
    'GUEST',
    <OtherFace face="noResults" canWrite={false} failure={null} isRetrying={false} {...actions} />,
  )
  for (const part of ['No test cases match', 'Clear filters']) expect(markup).toContain(part)
})
