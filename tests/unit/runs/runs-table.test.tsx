import { expect, test } from 'vitest'
import type { Role } from '../../../contract/access.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { RunsTable } from '../../../views/runs/list/runs-table.tsx'
import { renderedAs } from '../support/rendered-as.tsx'
import { aTestRun } from './support.ts'

const status = { id: 1, name: 'Untested', colorHex: '#888888', isUntested: true, isCompleted: false }
const run = {
  ...aTestRun({
    title: 'Before the release',
    environment: { id: 1, name: 'Staging', key: 'stg', deleted: false },
    configurations: [{ groupId: 1, groupName: 'Browser', optionId: 2, optionName: 'Firefox' }],
    milestone: { id: 3, name: '2.41 Autumn' } as never,
    caseStatusStatistics: [{ status, count: 4 }] as never,
  }),
} as TestRunSummary
const ofPlan = { ...run, id: 2, title: 'Autumn: Firefox', testPlan: { id: 5, title: 'Autumn' } } as TestRunSummary

const table = (role: Role, canWrite: boolean) =>
  renderedAs(
    role,
    <RunsTable
      runs={[run, ofPlan]}
      canWrite={canWrite}
      isBusy={false}
      selection={{ selected: new Set(), onSelect: () => undefined, clear: () => undefined }}
      actions={{ whyNotClosed: null, onAsk: () => undefined, onClose: () => undefined }}
    />,
  )

test('[RUNS-08] [RUNS-09] [RUNS-10] [RUNS-11] a row shows environment, configurations, milestone, plan and progress', async () => {
  const markup = await table('ENGINEER', true)
  for (const part of ['Before the release', 'stg', 'Firefox', '2.41 Autumn', '0%', '0 / 4', 'aria-label="4 Untested"'])
    expect(markup).toContain(part)
  expect(markup).toContain('href="/projects/SHOP/test-plans/5"')
})

test('[RUNS-39] [RUNS-40] a run of a plan cannot be selected, and the row gives the reason', async () => {
  const markup = await table('ENGINEER', true)
  const checkbox = (title: string) => new RegExp(`<input[^>]*aria-label="Select ${title}[^"]*"[^>]*>`).exec(markup)?.[0]
  expect(checkbox('Before the release')).not.toContain('disabled')
  expect(checkbox('Autumn: Firefox')).toContain('disabled=""')
  expect(markup).toContain(RUN_TEXTS.bulkOfPlan.slice(0, 60))
})

test('[RUNS-26] [RUNS-41] a guest copies IDs, and has neither checkboxes nor menus', async () => {
  const markup = await table('GUEST', false)
  expect(markup).toContain('Copy ID of Before the release')
  expect(markup).not.toContain('type="checkbox"')
  expect(markup).not.toContain('Actions for')
})
