// SPDX-License-Identifier: Apache-2.0
// Many jobs on one worker, and the attribution of its death to a job.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runners/backend/backend.hpp"
#include "runners/call/image.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// After several jobs, the first execution of the first job runs once more as an echo, so that
/// damage done by the last job is detected and attributed to it.
class Batch {
 public:
  Batch(WorkerProcess& worker, std::vector<Job> jobs);

  /// See SupervisedBackend::run().
  std::vector<std::vector<Trial>> run();

 private:
  using Indices = std::vector<std::size_t>;

  Indices next_request(const Indices& left, std::size_t most) const;
  void run(Indices left, std::size_t most);
  Reply request(const Indices& chosen);
  void read(std::size_t job, const CallImage& image, std::span<const std::byte> memory,
            const WorkerExit* worker_exit);
  void read_ended(std::size_t job, const CallImage& image, std::span<std::byte> memory,
                  WorkerExit& worker_exit);
  void attribute(std::size_t job, const Outcome& outcome);
  std::size_t answers_for(std::size_t job) const;
  std::optional<Outcome> alone(std::size_t job, std::size_t next);
  void attribute(const Indices& chosen, const Reply& reply);
  std::size_t attribute(const Indices& chosen, const WorkerExit& worker_exit, bool fresh);

  WorkerProcess& worker_;
  std::vector<Job> jobs_;
  std::vector<std::vector<Trial>> trials_;
  std::vector<bool> blamed_;
  std::vector<int> ended_;  ///< how often others ended the worker that had the job in flight
  bool refused_ = false;    ///< the backend said something before it was asked for anything
};

}  // namespace assay::runners
