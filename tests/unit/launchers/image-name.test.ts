import { expect, test } from 'vitest'
import { isImageName } from '../../../contract/launchers/image-name.ts'

const DIGEST = `sha256:${'a1'.repeat(32)}`

test.each([
  'node',
  'node:22-slim',
  'library/node',
  'localhost/team/tests:1',
  'ghcr.io/team/tests:1.4',
  'registry.example.com:5000/a/b__c/d-e.f:V1_2',
  `mcr.microsoft.com/playwright@${DIGEST}`,
  `node:22@${DIGEST}`,
  '[2001:db8::1]:5000/tests',
])('accepts the image name %s', (name) => {
  expect(isImageName(name)).toBe(true)
})

test.each(
  [
    '',
    '../../etc',
    'a/../b',
    '/node',
    'node/',
    'a//b',
    'http://evil.example/node',
    'node:',
    'node:22:1',
    'Node',
    'team/Tests',
    'node 22',
    'node?x=1',
    'node#x',
    'node%2f..',
    'node@sha256:12',
    `node@${DIGEST}@${DIGEST}`,
    '-node',
    'a'.repeat(300),
    'node\n',
  ].filter((name) => name !== 'ghcr.io'),
)('rejects %j as an image name', (name) => {
  expect(isImageName(name)).toBe(false)
})
