/** Why a launch could not be run, in words for the people who started it. */
export class RunProblem extends Error {}
