/** React by itself: it is run while the code that is drawn with it is still on its way, and as a task of its own. */
export { createRoot } from 'react-dom/client'
