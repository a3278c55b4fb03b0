/**
 * React's development build tells the browser's profiler about each component and element, where
 * nobody looks during tests: a tenth of the browser's time. Its warnings stay. React looks for both
 * while it is loaded, so this comes before it.
 */
Reflect.deleteProperty(console, "createTask");
Reflect.deleteProperty(console, "timeStamp");
