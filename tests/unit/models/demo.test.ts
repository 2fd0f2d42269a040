import { describe, expect, test } from 'vitest'
import { CaseModel, SuggestedCase } from '../../../contract/models/models.ts'
import { layoutOf } from '../../../machines/models/layout.ts'
import { casesOf, coverageOf } from '../../../machines/models/suggest.ts'
import { SHOP_MODEL } from '../../../views/shared/demo/shop-model.ts'
import { modelOf, searched } from './support.ts'

describe('the model of the sample shop', () => {
  const model = modelOf(SHOP_MODEL.source)

  test('can be read, drawn and saved', () => {
    expect(CaseModel.safeParse(model).success).toBe(true)
    const layout = layoutOf(model)
    expect(layout?.boxes).toHaveLength(model.states.length - 1)
    for (const { points } of layout?.lines ?? [])
      for (const { x, y } of points) {
        expect(x).toBeGreaterThanOrEqual(-20)
        expect(y).toBeGreaterThanOrEqual(-20)
      }
  })

  test('its cases take every transition that there is', () => {
    const found = searched(model, SHOP_MODEL.options)
    const { transitions, states } = coverageOf(model, found.start, found.paths)
    expect(transitions.covered).toBe(transitions.total)
    expect(states.covered).toBe(states.total)
    expect(found.cut).toBeNull()
    for (const one of casesOf(model, found)) expect(SuggestedCase.safeParse(one).success).toBe(true)
  })
})
