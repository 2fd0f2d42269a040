import { javaGuide } from './java.ts'
import { mavenSample } from './maven.ts'

export const testng = javaGuide({
  id: 'testng',
  name: 'TestNG',
  agent: 'com.zebrunner:agent-testng',
  sample: mavenSample('assay-testng', {
    // The agent depends on TestNG and registers its listener itself.
    dependencies: [{ group: 'com.zebrunner', artifact: 'agent-testng', version: '1.10.0' }],
    javaagent: 'agent-core',
    imports: [
      'static org.testng.Assert.assertEquals',
      'org.testng.annotations.AfterMethod',
      'org.testng.annotations.BeforeMethod',
      'org.testng.annotations.Test',
    ],
    before: 'BeforeMethod',
    after: 'AfterMethod',
    equal: (actual, expected) => `assertEquals(${actual}, ${expected})`,
    isPublic: true,
  }),
})
