// Runs cases in a worker of a page: one for each message.
import * as api from "/browser/index.js";
import { runCase } from "/testing/page-runner.mjs";

onmessage = ({ data }) => {
  runCase(api, data).then(postMessage);
};
