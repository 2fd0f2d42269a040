import { expect, test } from 'vitest'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import type { TestPlanSummary } from '../../../contract/plans/plans.ts'
import { PlansTable } from '../../../views/plans/list/plans-table.tsx'
import { planRightsOf } from '../../../views/plans/rights.ts'
import { renderedAs } from '../support/rendered-as.tsx'

const author = { id: 1, username: 'emil', name: 'Emil Bauer', email: 'emil@larkspur.test', photoUrl: null }
const plan = {
  id: 5,
  title: 'Autumn',
  description: '',
  createdAt: '2026-11-18T10:00:00.000Z',
  createdBy: author,
  closed: false,
  environment: { id: 1, name: 'Stage', key: 'stg', deleted: true },
  milestone: { id: 3, name: '2.41 Autumn' },
  executionSummaries: [
    { status: { id: 1, name: 'Untested', colorHex: '#888888', isUntested: true, isCompleted: false }, count: 24 },
  ],
  testRunCount: 12,
} as unknown as TestPlanSummary

const emil = planRightsOf({ userId: 1, canWrite: true, managesAll: false })
const rita = planRightsOf({ userId: 2, canWrite: true, managesAll: false })
const mara = planRightsOf({ userId: 3, canWrite: true, managesAll: true })
const greta = planRightsOf({ userId: 4, canWrite: false, managesAll: false })

test('[PLANED-24] [PLANED-25] [PLANS-30] [ROLE-05] engineers edit their own open plans, managers all open plans', () => {
  expect([emil, rita, mara, greta].map(({ mayEdit }) => mayEdit(plan))).toEqual([true, false, true, false])
  expect([emil, mara].map(({ mayEdit }) => mayEdit({ ...plan, closed: true }))).toEqual([false, false])
  expect([emil, rita, mara, greta].map(({ mayChange }) => mayChange({ ...plan }))).toEqual([true, false, true, false])
})

const table = (rights: typeof emil) =>
  renderedAs(
    'ENGINEER',
    <PlansTable
      plans={[plan]}
      rights={rights}
      isBusy={false}
      selection={{ selected: new Set(), onSelect: () => undefined, clear: () => undefined }}
      whyNotClosed={null}
      onClosePlans={() => undefined}
      onDeletePlans={() => undefined}
    />,
  )

test('[PLANS-10] [PLANS-11] a row shows environment, milestone, author, runs and progress', async () => {
  const markup = await table(emil)
  for (const part of ['Autumn', 'stg', 'title="Stage (deleted)"', '2.41 Autumn', 'Emil Bauer', '0 of 24 cases', '0%'])
    expect(markup).toContain(part)
  expect(markup).toContain('aria-label="24 Untested"')
  expect(markup).toMatch(/>12</)
})

test('a plan of another engineer cannot be selected, with the reason; guests select none', async () => {
  expect(await table(emil)).toContain('aria-label="Select Autumn"')
  expect(await table(rita)).toContain(PLAN_TEXTS.notYours.split('. ')[1])
  expect(await table(greta)).not.toContain('type="checkbox"')
})
