/** Only stops tests that hang: durations depend on the machine, and the slowest tests take a minute and a half on two idle cores. */
export const TEST_DEADLINE_MS = 600_000;

/** The longest wait inside a test. It ends before the test does, to report what was seen last. No wait has a shorter deadline. */
export const WAIT_DEADLINE_MS = 570_000;
