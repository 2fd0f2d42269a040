import { expect, test } from 'vitest'
import { BuildParameters, parametersIn } from '../../../views/launches/build-parameters.ts'

const said = (text: string) => BuildParameters.safeParse(text).error?.issues.map(({ message }) => message) ?? []

test('[RELAUNCH-17] parameters of a build are one name and value per line, and values stay unchanged', () => {
  expect(parametersIn('SUITE=smoke\n\n  QUERY=a=b c \n')).toEqual({ SUITE: 'smoke', QUERY: 'a=b c' })
  expect(parametersIn('')).toEqual({})
  expect(said('SUITE=smoke\nQUERY=a=b c\nEMPTY=')).toEqual([])
})

test('rejects invalid lines and more parameters than a build accepts', () => {
  for (const wrong of ['SUITE', '=smoke', '1A=x', 'a b=x'])
    expect([wrong, said(wrong)]).toEqual([wrong, ['Write one name=value on each line']])
  const many = (count: number) => Array.from({ length: count }, (_, i) => `P${i}=x`).join('\n')
  expect(said(many(50))).toEqual([])
  expect(said(many(51))).toEqual(['At most 50 parameters'])
})
