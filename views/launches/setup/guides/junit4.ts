import { javaGuide } from './java.ts'
import { mavenSample } from './maven.ts'

export const junit4 = javaGuide({
  id: 'junit4',
  name: 'JUnit 4',
  agent: 'com.zebrunner:agent-junit',
  sample: mavenSample('assay-junit4', {
    dependencies: [
      { group: 'com.zebrunner', artifact: 'agent-junit', version: '1.9.4' },
      { group: 'junit', artifact: 'junit', version: '4.13.2' },
    ],
    // JUnit 4 has no service loader for listeners: the agent instruments its runner.
    javaagent: 'agent-junit',
    imports: ['static org.junit.Assert.assertEquals', 'org.junit.After', 'org.junit.Before', 'org.junit.Test'],
    before: 'Before',
    after: 'After',
    equal: (actual, expected) => `assertEquals(${expected}, ${actual})`,
    isPublic: true,
  }),
})
