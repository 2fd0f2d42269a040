import { describe, expect, test } from 'vitest'
import { CaseModel } from '../../../contract/models/models.ts'
import { layoutOf } from '../../../machines/models/layout.ts'
import { casesOf, coverageOf } from '../../../machines/models/suggest.ts'
import { CHECKOUT_MODEL } from '../../../server/demo-project/shop/checkout-model.ts'
import { modelOf, searched } from './support.ts'

describe('the model of the demo project', () => {
  const model = modelOf(CHECKOUT_MODEL.source)

  test('has the states, transitions and cases that the editor of models generates from its source', () => {
    const found = searched(model, CHECKOUT_MODEL.options)
    expect(CHECKOUT_MODEL.model).toEqual(CaseModel.parse(model))
    expect(CHECKOUT_MODEL.cases).toEqual(casesOf(model, found))
    const { transitions, states } = coverageOf(model, found.start, found.paths)
    expect(transitions.covered).toBe(transitions.total)
    expect(states.covered).toBe(states.total)
    expect(found.cut).toBeNull()
  })

  test('is drawn within its bounds', () => {
    const layout = layoutOf(model)
    expect(layout?.boxes).toHaveLength(model.states.length - 1)
    for (const { points } of layout?.lines ?? [])
      for (const { x, y } of points) {
        expect(x).toBeGreaterThanOrEqual(-20)
        expect(y).toBeGreaterThanOrEqual(-20)
      }
  })
})
