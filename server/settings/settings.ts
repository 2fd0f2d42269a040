/** What other capabilities may use of a project's settings. */
export { differences, settingsEvent } from './changes.ts'
export { addConfigurationGroup, addConfigurationOption } from './configurations.ts'
export { addEnvironment } from './environments.ts'
export { beginSettings } from './first-settings.ts'
export { addMilestone, editMilestone } from './milestones/change.ts'
export { type References, featureIsOff, readReferences, referenceFaults, settledConfigurations } from './references.ts'
export { livingValues, readableValues } from './test-case-fields/living-values.ts'
export { textsOfRuns } from './variables/effective.ts'
