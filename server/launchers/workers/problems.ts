/** Reason why a launch could not run, as a message for users. */
export class RunProblem extends Error {}

/** Reason why the server rejects an artifact, for the console output. */
export class ArtifactRefused extends Error {}
