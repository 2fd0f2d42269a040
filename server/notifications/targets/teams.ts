import type { MessageWords } from '../message-words.ts'

// Runs of text, and not text blocks: those read Markdown, and names of tests would become links.
const line = (text: string, look: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
})

/** An adaptive card, as a workflow of Teams posts it. */
export const teamsMessage = ({ title, lines, link }: MessageWords) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        version: '1.2',
        body: [line(title, { weight: 'bolder', size: 'medium' }), ...lines.map((text) => line(text))],
        actions: [{ type: 'Action.OpenUrl', title: 'Open launch', url: link }],
      },
    },
  ],
})
