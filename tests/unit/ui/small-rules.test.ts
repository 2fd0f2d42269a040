import { describe, expect, test } from 'vitest'
import { contrastRatio, safeColor, textOn } from '../../../views/ui/marks/contrast.ts'
import { inFigures } from '../../../views/ui/text/figures.ts'
import { pageLinks, pageText } from '../../../views/ui/lists/pagination-range.ts'
import { isChord, isListed, formatKeys } from '../../../views/ui/controls/shortcuts.ts'
import { readToasts, toast } from '../../../views/ui/toasts/toasts.ts'

describe('text on a colour of the team', () => {
  test('black on white is 21 : 1', () => expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5))
  test.each([
    ['#ffffff', '#000000'],
    ['#d93a34', '#ffffff'],
    ['#e0a100', '#000000'],
    ['#2f7de0', '#000000'],
    ['#5b6472', '#ffffff'],
    ['not a colour', '#ffffff'],
  ] as const)('on %s it is %s', (color, text) => expect(textOn(color)).toBe(text))
  test('is readable on every colour', () => {
    for (let step = 0; step <= 255; step += 5) {
      const grey = `#${step.toString(16).padStart(2, '0').repeat(3)}`
      expect(contrastRatio(grey, textOn(grey))).toBeGreaterThanOrEqual(4.5)
    }
  })
  test('an invalid colour never reaches a style', () => expect(safeColor('red;position:fixed')).toBe('#75859b'))
})

describe('pages', () => {
  test.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, 'gap', 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
  ] as const)('on page %i of %i', (page, count, links) => expect(pageLinks(page, count)).toEqual(links))

  test('say which rows they hold', () => {
    expect(pageText(2, 25, 46, ['launch', 'launches'])).toBe('26–46 of 46 launches')
    expect(pageText(1, 25, 1872, ['launch', 'launches'])).toBe('1–25 of 1,872 launches')
    expect(pageText(1, 25, 0, ['launch', 'launches'])).toBe('0 launches')
    expect(pageText(1, 25, 1, ['test', 'tests', ' in 1 group'])).toBe('1 test in 1 group')
  })
})

describe('shortcuts', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> & { code?: string } = {},
  ) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  })
  test.each([
    ['Mod+K', press('k', { ctrlKey: true }), false, true],
    ['Mod+K', press('k', { metaKey: true }), true, true],
    ['Mod+K', press('k', { metaKey: true }), false, false],
    ['Mod+K', press('k'), false, false],
    ['/', press('/'), false, true],
    ['?', press('?', { shiftKey: true }), false, true],
    ['C', press('C', { shiftKey: true }), false, false],
    ['Shift+D', press('D', { shiftKey: true }), false, true],
    ['C', press('c', { ctrlKey: true }), false, false],
    ['C', press('c', { metaKey: true }), false, false],
    ['Shift+2', press('"', { code: 'Digit2', shiftKey: true }), false, true],
    ['Shift+2', press('2', { code: 'Digit2' }), false, false],
  ] as const)('%s: %o on a Mac %s gives %s', (keys, event, mac, fits) => expect(isChord(keys, event, mac)).toBe(fits))
  test('are printed as the keyboard shows them', () => {
    expect(formatKeys('Mod+K', true)).toBe('⌘K')
    expect(formatKeys('Mod+K', false)).toBe('Ctrl K')
  })
})

test('a repeated message is one toast, and the oldest one is removed at the limit', () => {
  toast.clear()
  toast.success('one')
  toast.success('one')
  expect(readToasts().map(({ text }) => text)).toEqual(['one'])
  for (const text of ['two', 'three', 'four', 'five']) toast.error(text)
  expect(readToasts().map(({ text }) => text)).toEqual(['two', 'three', 'four', 'five'])
  toast.clear()
})

test('numbers are written with thousands separators', () => {
  expect([0, 999, 1000, 12_345, 1_234_567].map(inFigures)).toEqual(['0', '999', '1,000', '12,345', '1,234,567'])
})

test('the shortcuts of the page rest under a dialog, and those of the dialog are listed only there', () => {
  const run = () => undefined
  const group = 'This page'
  const shortcuts = [
    { keys: 'J', label: 'of the page', group, run },
    { keys: 'Mod+Z', label: 'of the page, with Mod', group, run, isPage: true },
    { keys: 'Enter', label: 'of a list', group },
    { keys: 'ArrowUp', label: 'not now', group, run, isHere: () => false },
    { keys: 'Mod+K', label: 'anywhere', group, run },
    { keys: '?', label: 'in dialogs too', group, run, isInDialogs: true },
    { keys: 'Escape', label: 'of the dialog', group, isOfDialog: true },
  ]
  const listed = (isOverDialog: boolean) =>
    shortcuts.filter((one) => isListed(one, isOverDialog)).map(({ label }) => label)
  expect(listed(false)).toEqual(['of the page', 'of the page, with Mod', 'of a list', 'anywhere', 'in dialogs too'])
  expect(listed(true)).toEqual(['anywhere', 'in dialogs too', 'of the dialog'])
})
