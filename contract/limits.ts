/** Sizes, times and counts that both sides, or several rooms of one, have to agree on. */
export const LIMITS = {
  /** Live channel (LIVE-03 to 06). */
  liveBatchMs: 500,
  liveBatchInProgressMs: 2000,
  reconnectMs: 10_000,
  /** How long the live channel may take to stand, by its slowest way. */
  connectMs: 30_000,
  heartbeatMs: 10_000,
  /** Most events one answer of a replay holds; a longer gap reloads the snapshot. */
  replayEvents: 2000,
  /** Most events of one launch that a page folds to show its past. */
  historyEvents: 20_000,
  searchDebounceMs: 500,
  launchesPageSize: 25,
  /** Values of one predicate of the launches list, and the length of each. */
  predicateValues: 50,
  predicateValue: 500,
  /** Choices in one answer for a predicate; a search finds more. */
  predicateChoices: 200,
  labelKeysPageSize: 100,
  savedFilterName: 256,
  /** Of one project, other people's public ones included. */
  savedFilters: 500,
  testsPageSize: 50,
  testsPageSizeMost: 200,
  /** Tests that an address names one by one. */
  testsById: 500,
  /** Tests that one bulk action changes. */
  testsAtOnce: 1000,
  projectsPageSize: 10,
  defaultPageSize: 25,
  /** Pass-rate history (SUMMARY-07). */
  passRateRunsBefore: 5,
  passRateRunsAfter: 5,
  /** Labels, links, linked cases or settings of one launch or test that agents send: how many, and their characters in all. */
  reportedEntries: 500,
  reportedCharacters: 32_768,
  reviewComment: 10_000,
  /** Launches whose reports one mail has. */
  launchesMailed: 20,
  tokenName: 40,
  personName: 100,
  passwordLeast: 8,
  passwordMost: 50,
  projectName: 100,
  projectKeyMost: 10,
  workspaceName: 100,
  /** Key or address of an issue that a failure is linked to. */
  issueId: 500,
  /** Labels of a group that still stand side by side (LIST-15). */
  labelsInline: 4,
  /** A group's heading by message (TESTS-16). */
  groupLabel: 60,
  /** Tests that one call links to an issue by their cause. */
  causeTests: 5000,
  entryNameLeast: 3,
  entryNameMost: 63,
  aliasesMost: 2047,
  fieldNameMost: 127,
  fieldDescriptionMost: 172,
  fieldOptionsMost: 24,
  fieldStringMost: 255,
  fieldTextMost: 10_000,
  fieldUrlMost: 2047,
  fieldDaysMost: 3650,
  fieldUsersPageSize: 50,
  fieldUsersMost: 1000,
  environmentDescription: 500,
  variableValue: 10_000,
  membersPageSize: 10,
  usernameLeast: 3,
  usernameMost: 50,
  usersPageSize: 10,
  usersPageSizeMost: 100,
  groupsPageSize: 50,
  auditPageSize: 25,
  auditPageSizeMost: 1000,
  groupName: 100,
  /** Members of a group that its card is sent with; the list of users shows them all. */
  groupUsers: 100,
  /** E-mail addresses of one invitation call. */
  invitationsAtOnce: 50,
  invitationDays: 7,
  projectAssignments: 50,
  providerName: 100,
  /** Metadata of an identity provider, in characters. */
  samlMetadata: 256 * 1024,
  /** Certificate of an identity provider, in characters. */
  samlCertificate: 16 * 1024,
  samlCertificates: 10,
  samlGroupMappings: 200,
  /** From how many days before its end a certificate is warned of. */
  certificateWarningDays: 30,
  usernameCheckMs: 1000,
  emailCheckMs: 1000,
  emailCheckOnEditMs: 500,
  /** Entries of the change log that one answer holds. */
  changesAtOnce: 30,
  /** A logo or a photo as it is kept; what somebody chooses from their disk is made smaller before it is sent. */
  pictureBytes: 1024 * 1024,
  pictureSourceBytes: 20 * 1024 * 1024,
  /** Side of the square that a chosen picture becomes. */
  picturePx: 256,
  milestonesPageSize: 10,
  milestoneName: 127,
  milestoneDescription: 2000,
  attachmentMarginPx: 200,
  /** Calls that a visit may have answered with its session. */
  callsAhead: 4,
  renewalGraceMs: 10_000,
  caseTitle: 255,
  /** Description, conditions, and action and expected result of a step. */
  caseTextMost: 20_000,
  caseQuery: 200,
  caseFilterText: 200,
  caseFilterIds: 200,
  suiteDescription: 2047,
  stepsMost: 300,
  attachmentsMost: 100,
  attachmentBytes: 50 * 1024 * 1024,
  /** Rows that one window of the repository holds. */
  casesAtOnce: 200,
  /** Cases that one part of a bulk action holds. */
  casesPerPart: 1000,
  /** Characters of what suggested cases are to be about, and cases of one suggestion. */
  suggestionRequirements: 10_000,
  suggestionsAtOnce: 50,
  changedCasesTold: 200,
  /** Suites of a project, and how deep they may stand in each other. */
  suitesMost: 20_000,
  suiteDepth: 30,
  caseVersionsAtOnce: 20,
  sharedStepsPageSize: 20,
  /** Models that cases are made from, in characters and counts. */
  modelSourceMost: 500_000,
  modelTextMost: 2000,
  modelIdMost: 400,
  modelStatesMost: 500,
  modelTransitionsMost: 2000,
  modelDepthMost: 30,
  modelPathsMost: 500,
  modelPathLengthMost: 100,
  modelPathKeyMost: 60_000,
  /** Exploratory sessions (ESED-03, OBS-12). */
  exploratoryTitle: 255,
  /** A device whose clock runs says so every five minutes: one that has missed two words is not taken to run any more. */
  recordingSilenceMs: 12 * 60_000,
  exploratoryDescription: 20_000,
  charterPart: 1000,
  sessionConfigurations: 50,
  sessionRequirements: 100,
  requirementMost: 500,
  /** Requirements of a project, of one case, and cases that one row of the coverage names. */
  requirementsMost: 10_000,
  requirementTitle: 500,
  requirementsPageSize: 100,
  requirementsFound: 20,
  caseRequirements: 100,
  coveringCases: 200,
  timeBoxMinutes: 1440,
  observationsMost: 200,
  observationText: 20_000,
  /** Of one observation, in hours. */
  observationHoursMost: 999,
  observationAttachments: 50,
  exploratoryFileBytes: 500 * 1024 * 1024,
  /** What one request of an upload that can be resumed holds at most. */
  exploratoryChunkBytes: 4 * 1024 * 1024,
  /** Commands that one request sends. */
  exploratoryCommandsAtOnce: 100,
  /** Test runs (RUNS-18, RUNED-06). */
  runsPageSize: 20,
  runCases: 50_000,
  /** Runs of a plan, and combinations of its options (PLANED-14, PLANED-15). */
  planRuns: 100,
  planCombinations: 300,
  runConfigurations: 50,
  runRequirements: 100,
  /** Runs that one bulk action changes. */
  runsAtOnce: 1000,
  runCasesAtOnce: 2000,
  /** Cases that a run opens with: enough for a screen, and read before the others. */
  runFirstCases: 300,
  runContentsAtOnce: 100,
  runCommandsAtOnce: 100,
  /** Changed rows that one live message brings. */
  runRowsTold: 100,
  resultComment: 20_000,
  resultFiles: 50,
  resultDefects: 50,
} as const
