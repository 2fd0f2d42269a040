import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import type { ProjectUser } from '../../../contract/projects/people.ts'

export const aUser: ProjectUser = {
  id: 1,
  username: 'nadia',
  name: 'Nadia Krol',
  email: 'n@x.test',
  photoUrl: null,
}

export const aSession = (given: Partial<ExploratorySession> = {}): ExploratorySession => ({
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Checkout by keyboard',
  charter: { explore: '', with: '', toDiscover: '' },
  closed: false,
  isRecording: false,
  assignee: null,
  createdBy: aUser,
  createdAt: '2026-11-20T10:00:00.000Z',
  closedAt: null,
  milestone: null,
  environment: null,
  timeBoxMinutes: null,
  observations: 0,
  types: [],
  elapsedTimeInMillis: 0,
  description: '',
  assigneeId: null,
  milestoneId: null,
  environmentId: null,
  configurations: [],
  requirements: [],
  recordedMillis: 0,
  revision: 1,
  ...given,
})

export const anObservation = (given: Partial<Observation> = {}): Observation => ({
  id: crypto.randomUUID(),
  type: { id: 1, name: 'Bug', colorHex: '#d23f38', enabled: true, deleted: false },
  description: 'The total flickers',
  attachments: [],
  elapsedTimeInMillis: null,
  clockMillis: null,
  issueId: null,
  issueType: null,
  improvementId: null,
  improvementType: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: aUser,
  lastModifiedAt: '2026-11-20T10:00:00.000Z',
  lastModifiedBy: aUser,
  ...given,
})
