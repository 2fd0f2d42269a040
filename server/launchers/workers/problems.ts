/** Why a launch could not be run, in words for the people who started it. */
export class RunProblem extends Error {}

/** Why the server does not take an artifact, for the console output. */
export class ArtifactRefused extends Error {}
