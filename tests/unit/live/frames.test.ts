import { array, assert, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDestination, topics } from '../../../contract/live.ts'
import { createFrameReader, frame, FrameTooLong, heartbeatsOf, versionOf } from '../../../server/live/frames.ts'
import type { ClientFrame } from '../../../server/live/frames.ts'

const reader = (max = 1_000) => {
  const frames: ClientFrame[] = []
  return { frames, read: createFrameReader((one) => frames.push(one), max) }
}

describe('a reader of frames', () => {
  const sent =
    `\n${frame('CONNECT', { 'accept-version': '1.2' })}\n\n${frame('SUBSCRIBE', { id: 'a:b', destination: '/x\\y\nz' })}` +
    `SEND\ncontent-length:3\n\na\0b\0\r\n`

  test('finds frames for any split into chunks', () => {
    const whole = reader()
    whole.read(sent)
    expect(whole.frames.map(({ command }) => command)).toEqual(['CONNECT', 'SUBSCRIBE', 'SEND'])
    expect(whole.frames[1]?.headers).toEqual({ id: 'a:b', destination: '/x\\y\nz' })
    assert(
      property(array(integer({ min: 1, max: sent.length })), (cuts) => {
        const pieces = reader()
        const at = [0, ...cuts.sort((a, b) => a - b), sent.length]
        at.slice(1).forEach((end, place) => pieces.read(sent.slice(at[place], end)))
        expect(pieces.frames).toEqual(whole.frames)
      }),
    )
  })

  test('accepts any text', () => {
    assert(
      property(array(string({ unit: 'binary', maxLength: 50 })), (chunks) => {
        const { read } = reader(10_000)
        expect(() => chunks.forEach(read)).not.toThrow()
      }),
    )
  })

  test.each([
    ['without an end', 'x'.repeat(100)],
    ['whose body says it is long', `SEND\ncontent-length:9000000\n\n${'x'.repeat(70)}`],
    ['whose body says nonsense', `SEND\ncontent-length:x\n\n${'x\0'.repeat(35)}`],
  ])('gives up at a frame %s', (_, text) => {
    const { read } = reader(500)
    expect(() => Array.from({ length: 20 }, () => read(text))).toThrow(FrameTooLong)
  })

  test('takes any number of frames and heart-beats that do end', () => {
    const { read, frames } = reader(500)
    for (let at = 0; at < 100; at += 1) read(`${'\n'.repeat(100)}${frame('SEND', { id: 'x'.repeat(200) })}`)
    expect(frames.length).toBe(100)
  })
})

test.each([
  ['10000,10000', { sends: 10_000, wants: 10_000 }],
  ['0,5', { sends: 0, wants: 5 }],
  [undefined, { sends: 0, wants: 0 }],
  ['-1,x', { sends: 0, wants: 0 }],
])('heart-beats of %s', (header, offered) => expect(heartbeatsOf(header)).toEqual(offered))

test.each([
  ['1.2,1.1,1.0', '1.2'],
  ['1.0, 1.1', '1.1'],
  [undefined, '1.0'],
  ['2.0', null],
])('of the versions %s it selects %s', (header, version) => expect(versionOf(header)).toBe(version))

test.each([
  ['/topic/assay.testRuns', 'assay', { topic: 'testRuns', name: 'testRuns', id: null }],
  ['/topic/a.b.testRuns.7.tests', 'a.b', { topic: 'testRuns.7.tests', name: 'tests', id: 7 }],
  ['/topic/assay.testRuns.7.passRate', 'assay', { topic: 'testRuns.7.passRate', name: 'passRate', id: 7 }],
  ['/topic/assay.settings.7', 'assay', { topic: 'settings.7', name: 'settings', id: 7 }],
  ['/topic/assay.launchQueue.7', 'assay', null],
  ['/topic/assay.settings.0', 'assay', null],
  ['/topic/assay.settings', 'assay', null],
  ['/topic/assay.settings.', 'assay', null],
  ['/topic/assay.tests.7', 'assay', null],
  ['/topic/assay.testRuns.7.logs', 'assay', null],
  ['/topic/assay.testRuns.7.settings', 'assay', null],
  ['/topic/assay.testRuns.07.tests', 'assay', null],
  ['/topic/assay.testRuns.1234567890123456.tests', 'assay', null],
  ['/topic/assay.toString', 'assay', null],
  ['/topic/other.testRuns', 'assay', null],
  ['/topic/assayXtestRuns', 'assay', null],
])('reads the destination %s of the tenant %s', (destination, tenant, topic) =>
  expect(readDestination(destination, tenant)).toEqual(topic),
)

test('[LIVE-02] reads the destination of every topic', () => {
  for (const [name, destination] of Object.entries(topics))
    expect(readDestination(destination('a', 7), 'a')).toMatchObject({ name, topic: destination('a', 7).slice(9) })
})
