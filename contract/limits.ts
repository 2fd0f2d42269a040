/** Sizes, times and counts on which client and server, or several modules of one of them, have to agree. */
export const LIMITS = {
  /** Live channel (LIVE-03 to 06). */
  liveBatchMs: 500,
  liveBatchInProgressMs: 2000,
  reconnectMs: 10_000,
  /** Timeout for connecting the live channel, including its slowest fallback. */
  connectMs: 30_000,
  heartbeatMs: 10_000,
  /** Maximum events in one answer of a replay; after a longer gap, clients reload the snapshot. */
  replayEvents: 2000,
  /** Maximum events of one launch that a page folds to show an earlier state. */
  historyEvents: 20_000,
  searchDebounceMs: 500,
  launchesPageSize: 25,
  /** Maximum values of one predicate of the launches list, and maximum length of each. */
  predicateValues: 50,
  predicateValue: 500,
  /** Maximum choices in one answer for a predicate; a search finds more. */
  predicateChoices: 200,
  labelKeysPageSize: 100,
  savedFilterName: 256,
  /** Maximum saved filters of a project, including public ones of other users. */
  savedFilters: 500,
  testsPageSize: 50,
  maxTestsPageSize: 200,
  /** Maximum test ids in a query string. */
  testsById: 500,
  /** Maximum tests changed by one bulk action. */
  testsAtOnce: 1000,
  projectsPageSize: 10,
  defaultPageSize: 25,
  /** Pass-rate history (SUMMARY-07). */
  passRateRunsBefore: 5,
  passRateRunsAfter: 5,
  /** Maximum labels, links, linked cases or settings that agents send for a launch or test, and their total characters. */
  reportedEntries: 500,
  reportedCharacters: 32_768,
  reviewComment: 10_000,
  /** Maximum launches in one mail. */
  launchesMailed: 20,
  tokenName: 40,
  personalName: 100,
  passwordLeast: 8,
  maxPassword: 50,
  projectName: 100,
  maxProjectKey: 10,
  workspaceName: 100,
  /** Maximum length of the key or URL of an issue that a failure is linked to. */
  issueId: 500,
  /** Maximum labels of a group that are displayed in one line (LIST-15). */
  labelsInline: 4,
  /** Maximum characters of a group's heading by message (TESTS-16). */
  groupLabel: 60,
  /** Maximum tests that one call links to an issue by their cause. */
  causeTests: 5000,
  minEntryName: 3,
  maxEntryName: 63,
  maxAliases: 2047,
  maxFieldName: 127,
  maxFieldDescription: 172,
  maxFieldOptions: 24,
  maxFieldString: 255,
  maxFieldText: 10_000,
  maxFieldUrl: 2047,
  maxFieldDays: 3650,
  fieldUsersPageSize: 50,
  maxFieldUsers: 1000,
  environmentDescription: 500,
  variableValue: 10_000,
  membersPageSize: 10,
  minUsername: 3,
  maxUsername: 50,
  usersPageSize: 10,
  maxUsersPageSize: 100,
  groupsPageSize: 50,
  auditPageSize: 25,
  maxAuditPageSize: 1000,
  groupName: 100,
  /** Maximum members in a group's card; the list of users shows all. */
  groupUsers: 100,
  /** Maximum e-mail addresses of one invitation call. */
  invitationsAtOnce: 50,
  invitationDays: 7,
  projectAssignments: 50,
  serviceAccounts: 200,
  serviceAccountName: 64,
  serviceAccountDescription: 500,
  serviceAccountTokens: 100,
  providerName: 100,
  /** Metadata of an identity provider, in characters. */
  samlMetadata: 256 * 1024,
  /** Certificate of an identity provider, in characters. */
  samlCertificate: 16 * 1024,
  samlCertificates: 10,
  samlGroupMappings: 200,
  /** Days before the expiry of a certificate from which a warning is displayed. */
  certificateWarningDays: 30,
  usernameCheckMs: 1000,
  emailCheckMs: 1000,
  emailCheckOnEditMs: 500,
  /** Maximum entries of the change log in one answer. */
  changesAtOnce: 30,
  /** Maximum size of a stored logo or photo. The browser scales a chosen file down before the upload. */
  pictureBytes: 1024 * 1024,
  pictureSourceBytes: 20 * 1024 * 1024,
  /** Side length of a stored picture, which is square. */
  picturePx: 256,
  milestonesPageSize: 10,
  milestoneName: 127,
  milestoneDescription: 2000,
  attachmentMarginPx: 200,
  /** Maximum calls that the server answers together with the session when a page is opened. */
  callsAhead: 4,
  renewalGraceMs: 10_000,
  caseTitle: 255,
  /** Maximum length of description, conditions, and action and expected result of a step. */
  maxCaseText: 20_000,
  caseQuery: 200,
  caseFilterText: 200,
  caseFilterIds: 200,
  suiteDescription: 2047,
  maxSteps: 300,
  maxAttachments: 100,
  attachmentBytes: 50 * 1024 * 1024,
  /** Maximum rows in one window of the repository. */
  casesAtOnce: 200,
  /** Maximum cases in one part of a bulk action. */
  casesPerPart: 1000,
  /** Maximum characters of the requirements for suggested cases, and cases per suggestion. */
  suggestionRequirements: 10_000,
  suggestionsAtOnce: 50,
  changedCasesListed: 200,
  /** Maximum suites of a project, and maximum nesting depth. */
  maxSuites: 20_000,
  suiteDepth: 30,
  caseVersionsAtOnce: 20,
  sharedStepsPageSize: 20,
  /** Limits of models from which cases are generated, in characters and counts. */
  maxModelSource: 500_000,
  maxModelText: 2000,
  maxModelId: 400,
  maxModelStates: 500,
  maxModelTransitions: 2000,
  maxModelDepth: 30,
  maxModelPaths: 500,
  maxModelPathLength: 100,
  maxModelPathKey: 60_000,
  /** Exploratory sessions (ESED-03, OBS-12). */
  exploratoryTitle: 255,
  /** A device with a running clock reports every five minutes; the clock is treated as stopped after two missed reports. */
  recordingSilenceMs: 12 * 60_000,
  exploratoryDescription: 20_000,
  charterPart: 1000,
  sessionConfigurations: 50,
  sessionRequirements: 100,
  maxRequirement: 500,
  /** Maximum requirements of a project and of a case, and cases listed per requirement. */
  maxRequirements: 10_000,
  requirementTitle: 500,
  requirementsPageSize: 100,
  requirementsFound: 20,
  caseRequirements: 100,
  coveringCases: 200,
  timeBoxMinutes: 1440,
  maxObservations: 200,
  observationText: 20_000,
  /** Maximum time of one observation, in hours. */
  maxObservationHours: 999,
  observationAttachments: 50,
  exploratoryFileBytes: 500 * 1024 * 1024,
  /** Maximum bytes in one request of a resumable upload. */
  exploratoryChunkBytes: 4 * 1024 * 1024,
  /** Maximum commands in one request. */
  exploratoryCommandsAtOnce: 100,
  /** Test runs (RUNS-18, RUNED-06). */
  runsPageSize: 20,
  runCases: 50_000,
  /** Maximum runs of a plan, and combinations of its options (PLANED-14, PLANED-15). */
  planRuns: 100,
  planCombinations: 300,
  runConfigurations: 50,
  runRequirements: 100,
  /** Maximum runs changed by one bulk action. */
  runsAtOnce: 1000,
  runCasesAtOnce: 2000,
  /** Cases in the first answer of a run: enough for a screen, loaded before the others. */
  runFirstCases: 300,
  runContentsAtOnce: 100,
  runCommandsAtOnce: 100,
  /** Maximum changed rows in one live message. */
  runRowsPerMessage: 100,
  resultComment: 20_000,
  resultFiles: 50,
  resultDefects: 50,
} as const
