import { expect, test } from 'vitest'
import { StatementNames } from '../../../server/db/statement-names.ts'

test('prepares a statement from its second use on, under a unique name', () => {
  const names = new StatementNames()
  expect(names.nameOf('select 1')).toBeUndefined()
  expect(names.nameOf('select 2')).toBeUndefined()
  const one = names.nameOf('select 1')
  const two = names.nameOf('select 2')
  expect(one).toBeDefined()
  expect(two).not.toBe(one)
  expect(names.nameOf('select 1')).toBe(one)
})

test('does not prepare statements that cannot or need not be prepared', () => {
  const names = new StatementNames()
  for (const text of ['begin', 'vacuum event', 'create table a (b int)', 'listen a'])
    for (let time = 0; time < 3; time += 1) expect(names.nameOf(text)).toBeUndefined()
})

test('texts without end do not fill the server’s memory', () => {
  const names = new StatementNames()
  const named = new Set<string>()
  for (let n = 0; n < 5_000; n += 1) {
    names.nameOf(`select ${n}`)
    const name = names.nameOf(`select ${n}`)
    if (name !== undefined) named.add(name)
  }
  expect(named.size).toBe(400)
  expect(names.nameOf('select 0')).toBeDefined()
})

test('after forgetting, no old name is used again', () => {
  const names = new StatementNames()
  const prepared = (text: string) => {
    names.nameOf(text)
    return names.nameOf(text)
  }
  const before = prepared('select 1')
  names.forgetAll()
  expect(prepared('select 1')).not.toBe(before)
})
