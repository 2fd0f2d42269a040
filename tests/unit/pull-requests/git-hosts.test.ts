import { expect, test } from 'vitest'
import { gitHostProblems, servedRepository, webOf } from '../../../contract/pull-requests/git-hosts.ts'
import { webAddressOf } from '../../../contract/launches/launch-origin.ts'

test.each([
  ['github', 'https://api.github.com', 'https://github.com'],
  ['github', 'https://git.corp/api/v3/', 'https://git.corp'],
  ['gitlab', 'https://git.corp/gitlab/', 'https://git.corp/gitlab'],
  ['gitea', 'https://gitea.corp:3000', 'https://gitea.corp:3000'],
  ['bitbucket', 'https://api.bitbucket.org/2.0', 'https://bitbucket.org'],
] as const)('the web interface of %s at %s is %s', (kind, url, web) => {
  expect(webOf(kind, url)).toBe(web)
})

test.each([
  ['https://github.com/team/shop', 'Team/shop'],
  ['https://GitHub.com/TEAM/Shop/', 'Team/shop'],
  ['https://user:token@github.com/team/shop.git', 'Team/shop'],
  ['git@github.com:team/shop.git', 'Team/shop'],
  ['ssh://git@github.com:22/team/shop.git', 'Team/shop'],
  ['https://github.com/team/shop2', null],
  ['https://github.com/team/shop/tree', null],
  ['https://github.com.evil.test/team/shop', null],
  ['https://evil.test/github.com/team/shop', null],
  ['https://github.com@evil.test/team/shop', null],
  ['https://github.com:8443/team/shop', null],
  ['https://github.com/other/../team/shop', 'Team/shop'],
  ['https://github.com/team%2Fshop', null],
])('a launch of %s is served as %s', (address, repository) => {
  const host = { kind: 'github', url: 'https://api.github.com', repositories: ['Team/shop'] } as const
  expect(servedRepository({ ...host, repositories: [...host.repositories] }, webAddressOf(address) ?? '')).toBe(
    repository,
  )
})

test('only GitLab has repositories in groups of groups', () => {
  const values = { repositories: ['team/web/shop'], token: 't' }
  expect(gitHostProblems({ kind: 'gitlab', ...values }, false)).toEqual({})
  expect(Object.keys(gitHostProblems({ kind: 'gitea', ...values }, false))).toEqual(['repositories'])
})
