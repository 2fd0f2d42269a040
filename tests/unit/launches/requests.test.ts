import { createLaunchesService } from '../../../services/launches/launches.ts'
import { createComparisonService } from '../../../services/launches/comparison.ts'
import { createFailuresService } from '../../../services/launches/failures.ts'
import { createGateService } from '../../../services/launches/gate.ts'
import { createIssuesService } from '../../../services/launches/issues.ts'
import { createLaunchFiltersService } from '../../../services/launches/launch-filters.ts'
import { createRelaunchService } from '../../../services/launches/relaunch.ts'
import { createQuarantineService } from '../../../services/launches/quarantine.ts'
import { createReportingSetupService } from '../../../services/launches/reporting-setup.ts'
import { createVisitsService } from '../../../services/launches/visits.ts'
import { createLaunchSharingService } from '../../../services/launches/launch-sharing.ts'
import { createResultImportsService } from '../../../services/launches/result-imports.ts'
import { anything, nobody, testRequests } from '../services/requests.ts'

const noFile = () => Promise.reject(new Error('no file'))
const failed = { projectKey: 'SHOP', launchId: 7, testId: 31 }

testRequests('launches', createLaunchesService, [
  [
    (s, signal) => s.list('SHOP', { q: 'nightly', page: 2 }, signal),
    'GET /api/projects/SHOP/launches?q=nightly&page=2',
  ],
  [(s) => s.get('SHOP', 7), 'GET /api/projects/SHOP/launches/7'],
  [(s) => s.passRateHistory('SHOP', 7), 'GET /api/projects/SHOP/launches/7/pass-rate-history'],
  [
    (s) => s.review('SHOP', 7, 'Looks good', 'Looks bad', true),
    'PUT /api/projects/SHOP/launches/7/review',
    { comment: 'Looks good', notify: true, expected: { comment: 'Looks bad' } },
  ],
  [(s) => s.abort('SHOP', 7, 'Out of time'), 'POST /api/projects/SHOP/launches/7/abort', { comment: 'Out of time' }],
  [(s) => s.delete('SHOP', 7), 'DELETE /api/projects/SHOP/launches/7'],
  [(s, signal) => s.tests('SHOP', 7, { q: 'pays' }, signal), 'GET /api/projects/SHOP/launches/7/tests?q=pays'],
  [(s) => s.findTests('SHOP', 'pays', 20), 'GET /api/projects/SHOP/tests?q=pays&limit=20'],
  [(s) => s.stability('SHOP', 7, [31, 32]), 'GET /api/projects/SHOP/launches/7/stability?testId=31&testId=32'],
  [(s) => s.testLabels('SHOP', 7), 'GET /api/projects/SHOP/launches/7/test-labels'],
  [
    (s) => s.mark('SHOP', 7, [31, 32], 'PASSED'),
    'PUT /api/projects/SHOP/launches/7/tests/status',
    { ids: [31, 32], status: 'PASSED' },
  ],
  [
    (s) => s.linkIssue('SHOP', 7, [31], 'jira:SHOP-1'),
    'PUT /api/projects/SHOP/launches/7/tests/issue',
    { ids: [31], issueId: 'jira:SHOP-1' },
  ],
  [
    (s) => s.linkCauseIssue('SHOP', 7, 'a-failure', 'jira:SHOP-1'),
    'PUT /api/projects/SHOP/launches/7/failures/a-failure/issue',
    { issueId: 'jira:SHOP-1' },
  ],
  [(s) => s.sessions('SHOP', 7, 31), 'GET /api/projects/SHOP/launches/7/tests/31/sessions'],
  [(s) => s.test('SHOP', 7, 31), 'GET /api/projects/SHOP/launches/7/tests/31'],
  [
    (s) => s.testLogs('SHOP', 7, 31, { attempt: 2, pageToken: 'a-page' }),
    'GET /api/projects/SHOP/launches/7/tests/31/logs?attempt=2&pageToken=a-page',
  ],
  [(s) => s.testHistory('SHOP', 7, 31), 'GET /api/projects/SHOP/launches/7/tests/31/history'],
  [(s, signal) => s.events('SHOP', 7, 40, signal), 'GET /api/projects/SHOP/launches/7/events?after=40'],
  [(s) => s.replay('SHOP', 'launch-7', 40), 'GET /api/projects/SHOP/streams/launch-7?after=40'],
])

testRequests('comparison', createComparisonService, [
  [
    (s, signal) => s.compare('SHOP', 7, { baselineId: 5, class: ['fixed', 'new'], offset: 100, limit: 50 }, signal),
    'GET /api/projects/SHOP/launches/7/comparison?baselineId=5&class=fixed&class=new&offset=100&limit=50',
  ],
  [
    (s, signal) => s.find('SHOP', 'nightly', signal),
    'GET /api/projects/SHOP/launches?page=1&pageSize=25&q=nightly&sort=startedAt&order=desc',
  ],
])

testRequests('failures', createFailuresService, [
  [
    (s) => s.assignTag(failed, 2, 1, null),
    'PUT /api/projects/SHOP/launches/7/tests/31/failure-tag',
    { newTagId: 2, expectedTagId: 1 },
  ],
  [
    (s) => s.assignTag(failed, 2, 1, 'DISLIKE'),
    'PUT /api/projects/SHOP/launches/7/tests/31/failure-tag',
    { newTagId: 2, expectedTagId: 1, precedingMlAssignmentFeedback: 'DISLIKE' },
  ],
  [(s) => s.assignments(failed), 'GET /api/projects/SHOP/launches/7/tests/31/failure-tag-assignments'],
  [(s) => s.causes('SHOP', 7), 'GET /api/projects/SHOP/launches/7/causes'],
  [
    (s) => s.accept('SHOP', 7, [{ key: 'a-failure', tagId: 2, issueId: null }]),
    'POST /api/projects/SHOP/launches/7/causes/accepted',
    { causes: [{ key: 'a-failure', tagId: 2, issueId: null }] },
  ],
  [(s) => s.undoAccepted('SHOP', 7, []), 'POST /api/projects/SHOP/launches/7/causes/taken-back', { groups: [] }],
  [
    (s) => s.merge('SHOP', 'a-failure', 'another', 'Timeouts'),
    'PUT /api/projects/SHOP/causes/a-failure/merge',
    { into: 'another', label: 'Timeouts' },
  ],
  [
    (s) => s.split('SHOP', 'a-failure', 'another', 'Timeouts', ['a-third']),
    'PUT /api/projects/SHOP/causes/a-failure/split',
    { from: 'another', label: 'Timeouts', withKeys: ['a-third'] },
  ],
])

testRequests('gate', createGateService, [
  [(s) => s.settings('SHOP'), 'GET /api/projects/SHOP/gate-settings'],
  [
    (s) => s.update('SHOP', { changes: { maxFailures: 2 }, expected: { maxFailures: 1 } }),
    'PATCH /api/projects/SHOP/gate-settings',
    { maxFailures: 2, expected: { maxFailures: 1 } },
  ],
  [
    (s, signal) => s.preview('SHOP', anything, signal),
    'GET /api/projects/SHOP/launches?page=1&pageSize=1&status=PASSED&status=FAILED&status=ABORTED&status=SKIPPED&sort=startedAt&order=desc',
  ],
  [(s) => s.badgeToken('SHOP'), 'GET /api/projects/SHOP/badge-token'],
  [(s) => s.createBadgeToken('SHOP'), 'POST /api/projects/SHOP/badge-token', {}],
  [(s) => s.revokeBadgeToken('SHOP'), 'DELETE /api/projects/SHOP/badge-token'],
])

testRequests('issues', createIssuesService, [
  [
    (s) => s.read('SHOP', ['jira:SHOP-1', 'jira:SHOP-2'], false),
    'GET /api/projects/SHOP/issues?id=jira%3ASHOP-1&id=jira%3ASHOP-2',
  ],
  [(s) => s.read('SHOP', ['jira:SHOP-1'], true), 'GET /api/projects/SHOP/issues?id=jira%3ASHOP-1&refresh=true'],
  [(s, signal) => s.search('SHOP', 'slots', signal), 'GET /api/projects/SHOP/tracker-issues?q=slots'],
  [
    (s) => s.prepare(failed, ['a-failure']),
    'GET /api/projects/SHOP/launches/7/tests/31/new-issue?failureKey=a-failure',
  ],
  [(s) => s.targets('SHOP', 'jira'), 'GET /api/projects/SHOP/trackers/jira/targets'],
  [
    (s) => s.targets('SHOP', 'jira', 'SHOP', '10004'),
    'GET /api/projects/SHOP/trackers/jira/targets?target=SHOP&type=10004',
  ],
  [
    (s, signal) => s.people('SHOP', 'jira', 'SHOP', 'ada', signal),
    'GET /api/projects/SHOP/trackers/jira/people?target=SHOP&q=ada',
  ],
  [
    (s) => s.create(failed, anything, 'an-operation', ['a-failure']),
    'POST /api/projects/SHOP/launches/7/tests/31/issue',
    { passedOn: 'as it is', operationId: 'an-operation', failureKeys: ['a-failure'] },
  ],
])

testRequests('launch-filters', createLaunchFiltersService, [
  [(s, signal) => s.choices('SHOP', 'build', '2.41', signal), 'GET /api/projects/SHOP/launch-choices/build?q=2.41'],
  [(s, signal) => s.labelKeys('SHOP', 'a-page', signal), 'GET /api/projects/SHOP/launch-label-keys?pageToken=a-page'],
  [(s, signal) => s.labels('SHOP', 'team', 'check', signal), 'GET /api/projects/SHOP/launch-labels?key=team&q=check'],
  [(s, signal) => s.saved('SHOP', signal), 'GET /api/projects/SHOP/saved-launch-filters'],
  [
    (s) => s.save('SHOP', { name: 'Nightly', isPrivate: true, items: [] }),
    'POST /api/projects/SHOP/saved-launch-filters',
    { name: 'Nightly', isPrivate: true, items: [] },
  ],
  [
    (s) => s.flag('SHOP', 4, { isFavorite: true }, { isFavorite: false }),
    'PATCH /api/projects/SHOP/saved-launch-filters/4',
    { isFavorite: true, expected: { isFavorite: false } },
  ],
  [(s) => s.delete('SHOP', { id: 4, version: 2 }), 'DELETE /api/projects/SHOP/saved-launch-filters/4?version=2'],
  [(s) => s.restore('SHOP', 4), 'POST /api/projects/SHOP/saved-launch-filters/4/restore'],
])

testRequests('relaunch', createRelaunchService, [
  [(s) => s.ways('SHOP', 7), 'GET /api/projects/SHOP/launches/7/relaunch-ways'],
  [(s) => s.context('SHOP', 7, anything), 'POST /api/projects/SHOP/launches/7/context', anything],
  [(s) => s.relaunch('SHOP', 7, anything), 'POST /api/projects/SHOP/launches/7/relaunch', anything],
  [
    (s) => s.build('SHOP', 7, { BRANCH: 'main' }),
    'POST /api/projects/SHOP/launches/7/build',
    { parameters: { BRANCH: 'main' } },
  ],
])

testRequests('quarantine', createQuarantineService, [
  [(s) => s.list('SHOP'), 'GET /api/projects/SHOP/quarantine'],
  [(s) => s.ofLaunch('SHOP', 7), 'GET /api/projects/SHOP/launches/7/quarantine'],
  [(s) => s.change('SHOP', []), 'PUT /api/projects/SHOP/quarantine', { items: [] }],
])

testRequests('reporting-setup', createReportingSetupService, [
  [(s) => s.read('SHOP', 'playwright'), 'GET /api/projects/SHOP/reporting-setup?guide=playwright'],
  [
    (s) => s.createToken('SHOP', 'playwright'),
    'POST /api/projects/SHOP/reporting-setup/tokens',
    { guide: 'playwright' },
  ],
])

testRequests('visits', createVisitsService, [
  [(s) => s.news('SHOP', 7), 'GET /api/projects/SHOP/launches/7/news'],
  [(s) => s.record('SHOP', 7, true), 'PUT /api/projects/SHOP/launches/7/visit', { isRead: true }],
])

testRequests('launch-sharing', (send) => createLaunchSharingService(send, nobody, noFile), [
  [(s) => s.recipients('SHOP'), 'GET /api/projects/SHOP/launch-recipients'],
  [(s) => s.mail('SHOP', anything), 'POST /api/projects/SHOP/launches/mail', anything],
  [(s) => s.milestones('SHOP'), 'GET /api/projects/SHOP/milestones?page=1&pageSize=10000&completed=false'],
  [
    (s) => s.assignToMilestone('SHOP', [7], 3),
    'POST /api/projects/SHOP/launches/milestone',
    { launchIds: [7], milestoneId: 3 },
  ],
])

testRequests('result-imports', (send) => createResultImportsService(send, nobody, noFile), [
  [(s) => s.read('SHOP', 'an-import'), 'GET /api/projects/SHOP/result-imports/an-import'],
])
