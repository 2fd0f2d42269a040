import { expect, test } from 'vitest'
import { fieldLabel, formatFieldValue, formatValue, isColor } from '../../../views/settings/change-log/change-text.ts'

test.each([
  ['colorHex', 'Colour'],
  ['hasDefault', 'Has default'],
  ['due_date', 'Due date'],
  ['name', 'Name'],
])('the field %s is called %s', (field, words) => expect(fieldLabel(field)).toBe(words))

test.each([
  [null, null],
  ['', null],
  [[], null],
  [{}, null],
  [false, 'No'],
  [1200, '1,200'],
  ['ENGINEER', 'Engineer'],
  ['ok, pass', 'ok, pass'],
  [['a', null, 'b'], 'a, –, b'],
  [{ id: 7, name: 'Smoke' }, 'Smoke'],
  [{ kind: 'today', timeZone: 'GMT+00:00' }, 'Kind: today, Time zone: GMT+00:00'],
])('%j reads %s', (value, words) => expect(formatValue(value)).toBe(words))

test.each([
  ['maxLogBytes', 5_000_000_000, '5.0 GB'],
  ['maxLogBytes', null, null],
  ['logDays', 90, '90'],
  ['dataType', 'TEXT', 'Text'],
])('%s of %j reads %s', (field, value, text) => expect(formatFieldValue(field, value)).toBe(text))

test.each([
  ['#1f9d5b', true],
  ['#abc', true],
  ['#12345', false],
  ['red', false],
  [7, false],
])('%s is a colour: %s', (value, is) => expect(isColor(value)).toBe(is))
