import { javaGuide } from './java.ts'
import { mavenSample } from './maven.ts'

export const junit5 = javaGuide({
  id: 'junit5',
  name: 'JUnit 5',
  agent: 'com.zebrunner:agent-junit5',
  sample: mavenSample('assay-junit5', {
    dependencies: [
      { group: 'com.zebrunner', artifact: 'agent-junit5', version: '1.9.4' },
      { group: 'org.junit.jupiter', artifact: 'junit-jupiter', version: '5.10.2' },
    ],
    javaagent: 'agent-core',
    imports: [
      'static org.junit.jupiter.api.Assertions.assertEquals',
      'org.junit.jupiter.api.AfterEach',
      'org.junit.jupiter.api.BeforeEach',
      'org.junit.jupiter.api.Test',
    ],
    before: 'BeforeEach',
    after: 'AfterEach',
    equal: (actual, expected) => `assertEquals(${expected}, ${actual})`,
    isPublic: false,
  }),
})
