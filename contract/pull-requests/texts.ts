/** Separate from `LIMITS` and `TEXTS`, which every page loads. */
export const PULL_REQUEST_LIMITS = {
  /** Maximum git hosts of a project, and repositories of one. */
  hosts: 20,
  repositories: 50,
  address: 2000,
  token: 2000,
  /** Maximum length of a repository's path. GitLab's projects are in up to 20 groups. */
  repositoryPath: 500,
  /** Number of listed deliveries. */
  shown: 50,
  /** Launches that a comment has a section for. */
  sections: 20,
  /** Delays between the attempts of one delivery, in seconds. */
  waits: [10, 60, 300, 1800, 7200],
} as const

export const PULL_REQUEST_TEXTS = {
  created: 'Git host was successfully added',
  updated: 'Git host was successfully saved',
  deleted: 'Git host was successfully removed',
  unknown: 'The git host does not exist',
  deliveryUnknown: 'The pull request does not exist',
  address: 'Must be an http or https address without a username, password, query or fragment',
  enterAgain: 'Enter it again: it is sent to another address now',
  unreadable: 'The token cannot be decrypted. Enter it again.',
  repositoriesRequired: 'Name at least one repository',
  repositoryForm: (repository: string) => `${repository} is not a repository: write owner/name`,
  served: (repository: string) => `Another git host of this project serves ${repository}`,
  tooMany: (max: number) => `A project has at most ${max} git hosts`,
  noHost: 'No git host of the project that is on serves this repository',
  running: 'Tests are running',
  sending: 'This pull request is being updated',
} as const
