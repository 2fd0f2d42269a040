import { expect, test } from 'vitest'
import { runUnsentTexts } from '../../../views/runs/unsent-texts.ts'
import { aRunCase, resultValues } from './support.ts'

test('copies all that was entered of an unsent result', () => {
  const row = aRunCase(3)
  const values = {
    ...resultValues(1),
    comment: 'The total is wrong',
    steps: [{ stepId: 'a', statusId: 2, comment: 'Reads £21.99', attachments: [] }],
    defects: ['SHOP-7'],
    attachments: [
      { fileUuid: '00000000-0000-4000-8000-00000000000f', name: 'a.png', contentType: 'image/png', sizeBytes: 1 },
    ],
  }
  const entries = [{ caseId: row.caseId, resultId: '00000000-0000-4000-8000-000000000001', seenResultId: null }]
  const text = runUnsentTexts.text(
    { type: 'results/record', runId: 7, entries, values },
    { rows: [row], status: 'Failed' },
  )
  expect(text.split('\n')).toEqual([
    `${row.key} ${row.title}`,
    'Failed',
    'The total is wrong',
    'Reads £21.99',
    'SHOP-7',
    'a.png',
  ])
})
