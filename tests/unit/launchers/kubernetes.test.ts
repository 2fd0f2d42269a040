import type { V1ContainerStatus, V1Pod, V1PodStatus } from '@kubernetes/client-node'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { environmentFile, isVariable } from '../../../server/launchers/engine/kubernetes/job-spec.ts'
import { createLogReader } from '../../../server/launchers/engine/kubernetes/log-lines.ts'
import { stateOf } from '../../../server/launchers/engine/kubernetes/pod-state.ts'

const container = (name: string, state: V1ContainerStatus['state']): V1ContainerStatus => ({
  name,
  image: 'node:22-slim',
  imageID: '',
  ready: true,
  restartCount: 0,
  ...(state && { state }),
})
const running = { running: {} }
const pod = (status: V1PodStatus): V1Pod => ({ metadata: { name: 'p' }, status })
const withRun = (state: V1ContainerStatus['state']): V1Pod =>
  pod({ phase: 'Running', containerStatuses: [container('files', running), container('run', state)] })

describe('the state of a launch from its pod', () => {
  test('runs once both containers run, and ends with its command', () => {
    expect(stateOf(pod({ phase: 'Pending' }))).toEqual({ kind: 'waiting', why: null })
    expect(stateOf(withRun({ waiting: { reason: 'ContainerCreating' } }))).toEqual({ kind: 'waiting', why: null })
    expect(stateOf(withRun(running))).toEqual({ kind: 'running' })
    expect(stateOf(withRun({ terminated: { exitCode: 3 } }))).toEqual({ kind: 'ended', exitCode: 3, note: null })
  })

  test.each([
    [withRun({ terminated: { exitCode: 137, reason: 'OOMKilled' } }), 'It used more memory than its instance has'],
    [pod({ reason: 'Evicted', message: 'low on disk' }), 'The cluster ended it: low on disk'],
    [pod({ reason: 'DeadlineExceeded' }), 'It took longer than it may'],
    [pod({ phase: 'Failed', message: 'Node is shutting down' }), 'The cluster ended it: Node is shutting down'],
    [null, 'The cluster lost it'],
  ])('reports why it ended (%#)', (given, note) => expect(stateOf(given)).toMatchObject({ kind: 'ended', note }))

  test.each([
    [
      withRun({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } }),
      'The image node:22-slim could not be pulled: Back-off pulling image',
    ],
    [
      withRun({ waiting: { reason: 'CreateContainerError' } }),
      'The container could not be started: CreateContainerError',
    ],
    [
      withRun({ terminated: { exitCode: 128, reason: 'StartError', message: '/bin/sh: not found' } }),
      'The container could not be started: /bin/sh: not found',
    ],
    [
      pod({ containerStatuses: [container('files', { terminated: { exitCode: 1, reason: 'Error' } })] }),
      'The container that brings its files has ended: Error',
    ],
  ])('reports why it cannot start (%#)', (given, problem) =>
    expect(stateOf(given)).toEqual({ kind: 'failed', problem }),
  )

  test('reports what the cluster lacks for a pod that is not scheduled', () => {
    const conditions = [{ type: 'PodScheduled', status: 'False', message: '0/3 nodes are available' }]
    expect(stateOf(pod({ phase: 'Pending', conditions }))).toEqual({
      kind: 'waiting',
      why: 'The cluster has no place for it: 0/3 nodes are available',
    })
  })
})

describe('output with times before its lines', () => {
  const heard = () => {
    const chunks: string[] = []
    return { chunks, reader: createLogReader((chunk) => chunks.push(chunk.toString())) }
  }

  test('joins lines that are split between chunks, and reads a last one without a line end', () => {
    const { chunks, reader } = heard()
    const text = '2026-11-25T10:00:00.1Z one\n2026-11-25T10:00:00.12Z tw\u00f6\n2026-11-25T10:00:01Z three'
    for (const byte of Buffer.from(text)) reader.read(Buffer.from([byte]))
    reader.end()
    expect(chunks).toEqual(['one\n', 'tw\u00f6\n', 'three'])
  })

  test('skips lines that a second connection repeats, and completes a line that the first one cut', () => {
    const { chunks, reader } = heard()
    reader.read(Buffer.from('2026-11-25T10:00:00.9Z one\n2026-11-25T10:00:00.95Z two\n2026-11-25T10:00:01Z thr'))
    expect(reader.since()).toBe('2026-11-25T10:00:00.95Z')
    reader.read(Buffer.from('2026-11-25T10:00:00.9Z one\n2026-11-25T10:00:00.95Z two\n2026-11-25T10:00:01Z three\n'))
    expect(chunks).toEqual(['one\n', 'two\n', 'three\n'])
  })

  test('lines of the same time are all passed on, and each once over a second connection', () => {
    const { chunks, reader } = heard()
    const lines = ['one', 'two', 'three', 'four'].map((word) => `2026-11-25T10:00:00.5Z ${word}\n`)
    reader.read(Buffer.from(lines.slice(0, 2).join('')))
    expect(reader.since()).toBe('2026-11-25T10:00:00.5Z')
    reader.read(Buffer.from(['2026-11-25T10:00:00Z zero\n', ...lines].join('')))
    expect(reader.since()).toBe('2026-11-25T10:00:00.5Z')
    reader.read(Buffer.from([...lines, '2026-11-25T10:00:00.6Z five\n'].join('')))
    expect(chunks).toEqual(['one\n', 'two\n', 'three\n', 'four\n', 'five\n'])
  })

  test('a clock that is set back costs no line', () => {
    const { chunks, reader } = heard()
    reader.read(Buffer.from('2026-11-25T10:00:05Z one\n2026-11-25T10:00:02Z two\n'))
    expect(reader.since()).toBe('2026-11-25T10:00:05Z')
    expect(chunks).toEqual(['one\n', 'two\n'])
  })

  test('a line without an end is passed on in pieces', () => {
    const { chunks, reader } = heard()
    reader.read(Buffer.from('2026-11-25T10:00:00Z '))
    for (let piece = 0; piece < 3; piece += 1) reader.read(Buffer.alloc(60_000, 'x'))
    expect(chunks.map(({ length }) => length)).toEqual([120_000])
    reader.read(Buffer.from('\n2026-11-25T10:00:01Z next\n'))
    expect(chunks.map(({ length }) => length)).toEqual([120_000, 60_001, 5])
  })
})

test('variables reach a shell as they are, and nothing in them is carried out', () => {
  const values = { PLAIN: 'a', ODD: `a"b'c\n$(echo no) \\ \`id\` 'x'`, EMPTY: '' }
  const script = `${environmentFile(values)}node -e 'console.log(JSON.stringify([process.env.PLAIN, process.env.ODD, process.env.EMPTY]))'`
  const printed = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([values.PLAIN, values.ODD, values.EMPTY])
  expect(['A', '_a1', '1A', 'a.b', 'A-B', ''].map(isVariable)).toEqual([true, true, false, false, false, false])
})
