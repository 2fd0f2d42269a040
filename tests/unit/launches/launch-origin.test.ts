import { describe, expect, test } from 'vitest'
import {
  mergeOrigins,
  originInProperties,
  originLinks,
  readableOrigin,
  StatedOrigin,
  webAddressOf,
} from '../../../contract/launches/launch-origin.ts'

describe('the stated origin of a launch', () => {
  test('has the fields that are not blank, in one form', () => {
    const given = {
      commit: ' ABCDEF1234 ',
      branch: 'fix\0',
      baseBranch: null,
      pullRequest: 12,
      buildUrl: '',
      repositoryUrl: 'git@github.com:shop/cart.git',
    }
    expect(StatedOrigin.parse(given)).toEqual({
      commit: 'abcdef1234',
      branch: 'fix',
      pullRequest: '12',
      repositoryUrl: 'https://github.com/shop/cart',
    })
  })

  test('names each field that is not valid', () => {
    const given = {
      commit: 'main',
      branch: 'b'.repeat(256),
      pullRequest: '#12',
      buildUrl: 'javascript:alert(1)',
      repositoryUrl: 'file:///srv/git',
      job: {},
    }
    const fields = StatedOrigin.safeParse(given).error?.issues.map(({ path }) => path[0])
    expect(fields?.toSorted()).toEqual(['branch', 'buildUrl', 'commit', 'job', 'pullRequest', 'repositoryUrl'])
  })
})

test('what a report says that is not valid is unknown, and the rest is read', () => {
  expect(readableOrigin({ commit: 'unknown', branch: 'main', buildNumber: 7, job: ['a'] })).toEqual({
    branch: 'main',
    buildNumber: '7',
  })
})

test('of several origins, the first that has a field decides', () => {
  expect(mergeOrigins({ branch: 'a' }, null, { branch: 'b', job: 'test' }, undefined)).toEqual({
    branch: 'a',
    job: 'test',
  })
})

test('properties and labels count by clear names only', () => {
  const properties = [
    ['git.commit.id', '1234567'],
    ['GIT_BRANCH', 'main'],
    ['branch', 'later'],
    ['Pull Request', '12'],
    ['build.url', 'nowhere'],
    ['java.version', '21'],
    ['constructor', 'x'],
  ] as const
  expect(originInProperties(properties)).toEqual({ commit: '1234567', branch: 'main', pullRequest: '12' })
})

test.each([
  ['https://github.com/shop/cart.git', 'https://github.com/shop/cart'],
  ['https://robot:secret@git.test:8443/shop/cart', 'https://git.test:8443/shop/cart'],
  ['git@github.com:shop/cart.git', 'https://github.com/shop/cart'],
  ['ssh://git@git.test:7999/shop/cart.git', 'https://git.test/shop/cart'],
  ['/srv/git/cart', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('the page of the repository %s is %s', (address, page) => {
  expect(webAddressOf(address)).toBe(page)
})

test.each([
  ['https://github.com/shop/cart', undefined, '/commit/1234567', '/pull/12'],
  ['https://gitlab.com/shop/cart', undefined, '/-/commit/1234567', '/-/merge_requests/12'],
  ['https://git.test/shop/cart', 'GitLab CI', '/-/commit/1234567', '/-/merge_requests/12'],
  ['https://bitbucket.org/shop/cart', undefined, '/commits/1234567', '/pull-requests/12'],
  ['https://dev.azure.com/shop/cart/_git/cart', undefined, '/commit/1234567', '/pullrequest/12'],
])('a commit and a pull request of %s have their pages', (repositoryUrl, ciServer, commit, pullRequest) => {
  const origin = {
    repositoryUrl,
    commit: '1234567',
    pullRequest: '12',
    ...(ciServer === undefined ? {} : { ciServer }),
  }
  expect(originLinks(origin)).toEqual({
    commit: `${repositoryUrl}${commit}`,
    pullRequest: `${repositoryUrl}${pullRequest}`,
  })
})

test('a commit of an unknown repository has no page', () => {
  expect(originLinks({ commit: '1234567' })).toEqual({ commit: null, pullRequest: null })
})
